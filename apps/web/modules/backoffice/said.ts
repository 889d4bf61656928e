/** An error whose message is a sentence for the reader already. */
export class Said extends Error {}
