// For programs: the report of one module as one document, of several as a list.

export const json = (reports) => `${JSON.stringify(reports.length === 1 ? reports[0] : reports)}\n`
