/** The address that is printed; where the server does not know its own, it is the one that the console is at. */
export const absolute = (url: string): string => new URL(url, window.location.origin).href;
