// Light, dark, or as the system has it; remembered where the browser allows.
const system = matchMedia('(prefers-color-scheme: dark)')
const choices = ['auto', 'light', 'dark']

/** Sets the theme now and on each press of the button. */
export function themed(button) {
  let choice = remembered()
  const apply = () => {
    const dark = choice === 'dark' || (choice === 'auto' && system.matches)
    document.documentElement.toggleAttribute('data-dark', dark)
    button.textContent = `Theme: ${choice}`
  }
  button.addEventListener('click', () => {
    choice = choices[(choices.indexOf(choice) + 1) % choices.length]
    remember(choice)
    apply()
  })
  system.addEventListener('change', apply)
  apply()
}

// A page opened without storage (private window, file) still works, it only forgets.
function remembered() {
  try {
    const choice = localStorage.getItem('watertight-theme')
    return choices.includes(choice) ? choice : 'auto'
  } catch {
    return 'auto'
  }
}

function remember(choice) {
  try {
    localStorage.setItem('watertight-theme', choice)
  } catch {
    // Nothing to do: the choice holds until the page is closed.
  }
}
