import type { Http } from './http.ts';

/** A module of the server, with optional routes, start and stop. */
export interface Module {
  routes?(http: Http): void;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}
