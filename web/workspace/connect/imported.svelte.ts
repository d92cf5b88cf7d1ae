/** The configuration text being imported; a file dropped anywhere on the page lands here. */
class Imported {
  text = $state('');
}

export const imported = new Imported();
