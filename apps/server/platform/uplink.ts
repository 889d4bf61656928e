import type { TopicKind } from '@voltloop/protocol';
import { NotAccepting } from './not-accepting.ts';
import { isMessageAtFault } from './store-errors.ts';

/** A kind of topic of docs/protocol.md, or `raw` for a message in the words of a foreign device. */
export type UplinkKind = TopicKind | 'raw';

/** One message of a device, from any broker. */
export interface UplinkMessage {
  devid: string;
  /** The thing that signed in, where the broker reports it. The id may belong to another thing by now. */
  thingId?: string | undefined;
  kind: UplinkKind;
  /** Of a message of the kind `raw`. */
  topic?: string;
  payload: Buffer;
  /** Retained by the broker: not a current message. */
  retained: boolean;
}

/** The id of the thing that has this device id now; null without one. */
export type Identify = (devid: string) => Promise<string | null>;
export type UplinkHandler = (message: UplinkMessage) => Promise<unknown>;
/** Quarantines a message that no handler can process. */
export type Quarantine = (message: UplinkMessage, error: unknown) => Promise<void>;

/**
 * Routes device messages by kind of topic. The promise of `deliver` settles when the message may be acknowledged: for
 * telemetry when it is committed. If a handler rejects because a store is unreachable, the message stays
 * unacknowledged, so that the device or the broker sends it again. An invalid message would be redelivered for ever,
 * and block others at a shared broker: it is quarantined and acknowledged. A kind may have several handlers (a
 * device's state concerns telemetry and the command ledger); all of them must have processed the message.
 */
export class UplinkRouter {
  readonly #handlers = new Map<UplinkKind, UplinkHandler>();
  readonly #isClockWrong: () => boolean;
  #identify: Identify | null = null;
  #quarantine: Quarantine = (_message, error) => Promise.reject(error);

  /** @param isClockWrong While it returns true, messages stay unacknowledged: their times cannot be judged. */
  constructor(isClockWrong: () => boolean = () => false) {
    this.#isClockWrong = isClockWrong;
  }

  /** Messages of things that no longer have their device id are dropped by this. */
  identifyBy(identify: Identify): void {
    this.#identify = identify;
  }

  onFault(quarantine: Quarantine): void {
    this.#quarantine = quarantine;
  }

  on(kind: UplinkKind, handler: UplinkHandler): void {
    const others = this.#handlers.get(kind);
    this.#handlers.set(kind, others ? both(others, handler) : handler);
  }

  async deliver(message: UplinkMessage): Promise<void> {
    if (this.#isClockWrong()) throw new NotAccepting('the clock of this host is wrong');
    const { devid, thingId } = message;
    // The device was deleted while it was connected: acknowledged, so that it is not sent again.
    if (thingId !== undefined && this.#identify && (await this.#identify(devid)) !== thingId) return;
    try {
      await this.#handlers.get(message.kind)?.(message);
    } catch (error) {
      if (!isMessageAtFault(error)) throw error;
      await this.#quarantine(message, error);
    }
  }
}

function both(first: UplinkHandler, second: UplinkHandler): UplinkHandler {
  return async (message) => {
    await Promise.all([first(message), second(message)]);
  };
}
