/** A name inside a sentence: 'Customers' is written small, 'SIM cards' is not. */
export const inSentence = (name: string) =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
