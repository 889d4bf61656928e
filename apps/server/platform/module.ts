import type { Http } from './http.ts';

/** A module of the server: it may have routes, and a start and stop. */
export interface Module {
  routes?(http: Http): void;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}
