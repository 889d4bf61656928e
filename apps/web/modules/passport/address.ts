/** The printed URL; if the server does not have a public one, it is based on that of the console. */
export const absolute = (url: string): string => new URL(url, window.location.origin).href;
