/** The configuration text being imported; a file dropped anywhere on the page lands here. */
export const imported = $state({ text: '' });
