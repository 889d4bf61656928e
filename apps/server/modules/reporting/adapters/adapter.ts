import type { Payload } from '@voltloop/domain/reporting/problems.ts';

/** A record on its way to the platform. */
export interface Sending {
  /** The same for every version and attempt of a report: the platform takes it once. */
  key: string;
  /** Of the payload. */
  version: number;
  type: number;
  /** The reporting enterprise, as the platform calls it. */
  enterprise: string;
  payload: Payload;
}

/** What is known after a request. */
export type Outcome =
  | { outcome: 'accepted'; platformId: string; version: number }
  | { outcome: 'refused'; error: string; version: number }
  /** Asked for it, the platform does not have it. */
  | { outcome: 'notThere' }
  /** The platform may have taken it. */
  | { outcome: 'unknown'; error: string }
  /** It surely has not: nothing was sent, or it was turned away unread. */
  | { outcome: 'failed'; error: string };

/** An outcome with what came over the wire. */
export type Answer = Outcome & { status: number | null; text: string | null };

/** How records reach the platform automatically. Files for manual upload are made elsewhere: exchange-files.ts. */
export interface Adapter {
  /** The request as it is kept: without secrets. */
  describe(purpose: 'submit' | 'ask', sending: Sending): string;
  submit(sending: Sending): Promise<Answer>;
  /** Asks what became of a record whose answer did not come. */
  ask(sending: Sending): Promise<Answer>;
}
