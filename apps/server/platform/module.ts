import type { Http } from './http.ts';

/** A module as main.ts sees it: it may serve routes, and what it starts it stops. */
export interface Module {
  routes?(http: Http): void;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}
