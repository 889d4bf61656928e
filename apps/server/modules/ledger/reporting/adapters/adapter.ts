import type { Payload } from '@voltloop/domain/reporting/problems.ts';

/** A record being sent to the platform. */
export interface Sending {
  /** The same for every version and attempt of a report: the platform's idempotency key. */
  key: string;
  /** Of the payload. */
  version: number;
  type: number;
  /** The reporting enterprise, by its code at the platform. */
  enterprise: string;
  payload: Payload;
}

/** The outcome of a request. */
export type Outcome =
  | { outcome: 'accepted'; platformId: string; version: number }
  | { outcome: 'refused'; error: string; version: number }
  /** The platform was queried and does not have the record. */
  | { outcome: 'notThere' }
  /** The platform may have accepted it. */
  | { outcome: 'unknown'; error: string }
  /** The platform certainly has not accepted it: nothing was sent, or it was rejected unread. */
  | { outcome: 'failed'; error: string }
  /** No request of this configuration can ever have been sent. */
  | { outcome: 'unsendable'; error: string };

/** An outcome with the HTTP status and text of the reply. */
export type Answer = Outcome & { status: number | null; text: string | null };

/** How records reach the platform automatically. Files for manual upload are made elsewhere: exchange-files.ts. */
export interface Adapter {
  /** The request as it is stored: without secrets. */
  describe(purpose: 'submit' | 'ask', sending: Sending): string;
  submit(sending: Sending): Promise<Answer>;
  /** Queries the state of a record whose reply did not arrive. */
  ask(sending: Sending): Promise<Answer>;
}
