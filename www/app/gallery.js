// The list of examples and the files behind it.
import { html } from './elements.js'

const folder = new URL('../examples/', import.meta.url)
const load = async (file) => {
  const answer = await fetch(new URL(file, folder))
  if (!answer.ok) throw new Error(`cannot load ${file} (${answer.status})`)
  return answer.json()
}

/** Fills the list; `open(example)` is called with the chosen one, first with the one in the address. */
export async function gallery(list, open) {
  const names = await load('index.json')
  const examples = await Promise.all(names.map(async (name) => ({ name, ...await load(`${name}.json`) })))
  const buttons = examples.map((example) => html('button', { type: 'button', id: `example-${example.name}` },
    html('strong', {}, example.title), html('small', {}, example.hint)))
  const choose = (at) => {
    buttons.forEach((button, k) => button.setAttribute('aria-current', k === at))
    open(examples[at])
  }
  const fromAddress = () => Math.max(0, names.indexOf(location.hash.slice(1)))
  buttons.forEach((button, at) => button.addEventListener('click', () => {
    history.replaceState(null, '', `#${names[at]}`)
    choose(at)
  }))
  list.replaceChildren(...buttons.map((button) => html('li', {}, button)))
  addEventListener('hashchange', () => choose(fromAddress()))
  choose(fromAddress())
}
