/// <reference lib="esnext.disposable" />
export { WatertightError } from './error.js'
export type { ErrorCode } from './error.js'
export { Pipeline } from './pipeline.js'
export type { Batch, Events, FromOptions, NodeDuplex, NumberArray, Outputs, QueuingStrategy, ThroughOptions } from './pipeline.js'
export { pipeline } from './builder/index.js'
export type { Stream } from './builder/stream.js'
export { defineProcessor } from './define.js'
export type { Custom, Emit, ProcessorDefinition } from './define.js'
export { catalogue } from './catalogue.js'
export type { Catalogue } from './catalogue.js'
export { memoryUse } from './memory.js'
export type { Fn, Json, Limits, PipelineSpec, Policy, ProcessorSpec, ProcessorType } from './json.js'
export { checked, checker, ProtocolError } from './checker.js'
export type { CheckedOptions, CheckedPull, Checker, CheckerOptions, CheckerReport, RuleId, Stall, TraceEvent, Violation } from './checker.js'
export { assertModule, formatReport, holdTime, testAsyncIterable, testModule, testWebStream } from './conformance.js'
export type { ModuleAdapter, ModuleKind, Progress, Scenario, StreamOptions, TestFailure, TestOptions, TestReport } from './conformance.js'
export { protocol } from './protocol/index.js'
export type { AllowedHistory, HistoryVerdict, ParsedSpec, RecordedHistory, SpecParameters, SpecPart, Specification } from './protocol/index.js'
export { replay, toSmv, traceToXml, verify } from './verify/index.js'
export type { Counterexample, CounterexampleStep, InputDomain, PipelineLike, PropertyName, ReplayedTrace, ReplayOptions, Verdict, VerifyOptions, VerifyProgress, VerifyQuestion, VerifyResult } from './verify/index.js'
export { reference } from './reference.js'
export type { SinkSettings, SourceSettings, ThroughSettings } from './reference.js'
export type { Callback, End, Sink, Source, Through } from './pull/pull.js'

/**
 * Loads the engine in browsers; call it once before anything else. In Node it is loaded already. `source` replaces
 * the file beside the package: a URL, a Response, bytes or a compiled module.
 */
export function init(source?: WasmSource): Promise<void>

/**
 * Loads the prover: what `checker()`, `protocol` and `assertModule` need besides. Node loads it by itself; in browsers
 * calls that return a promise do too, the others need `await initProver()` first.
 */
export function initProver(source?: WasmSource): Promise<void>

/** Where a WebAssembly module comes from: a URL, a response of `fetch`, bytes, or a module that is compiled already. */
export type WasmSource = string | { readonly href: string } | WasmBytes | WasmModule | PromiseLike<WasmBytes>

// Described rather than named: programs for Node do without the types of browsers.
type WasmBytes = ArrayBuffer | ArrayBufferView | { readonly headers: object, arrayBuffer(): Promise<ArrayBuffer> }
type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never
