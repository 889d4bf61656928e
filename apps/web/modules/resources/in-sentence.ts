/** A name inside a sentence: 'Customers' begins with a small letter, 'SIM cards' does not. */
export const inSentence = (name: string) =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
