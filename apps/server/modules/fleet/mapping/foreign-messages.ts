import { derive, frameOf, type MappedMessage } from '@voltloop/device-models';
import { NotAccepting } from '../../../platform/not-accepting.ts';
import type { Services } from '../../../platform/services.ts';
import type { DeviceModels, KnownModel } from '../device-models/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { DeviceRow, Things } from '../things/index.ts';
import type { DerivedStates } from './derived-states.ts';
import { Window } from './merge.ts';

interface Parts {
  things: Pick<Things, 'byDevid'>;
  models: Pick<DeviceModels, 'model'>;
  telemetry: Pick<Telemetry, 'acceptFrame' | 'noteOnline' | 'rejectRaw'>;
}

interface Message {
  devid: string;
  topic: string;
  payload: Buffer;
}

interface Waiting {
  window: Window;
  thing: DeviceRow;
  model: KnownModel;
  /** The last one, kept for the rejects. */
  message: Message;
}

export class ForeignMessages {
  readonly #services: Pick<Services, 'clock'>;
  readonly #parts: Parts;
  readonly #states: DerivedStates;
  readonly #waiting = new Map<string, Waiting>();
  #stopped = false;

  constructor(services: Pick<Services, 'clock'>, parts: Parts, states: DerivedStates) {
    this.#services = services;
    this.#parts = parts;
    this.#states = states;
  }

  /**
   * Reads one message; resolves with the number of its readings once they are committed, with what cannot be read among the
   * rejects.
   */
  async accept(devid: string, topic: string, payload: Buffer): Promise<number> {
    const { things, models, telemetry } = this.#parts;
    if (this.#stopped) throw new NotAccepting('the mapping of foreign messages is stopping');
    const message = { devid, topic, payload };
    const thing = await things.byDevid(devid);
    const model = thing && (await models.model(thing.tenantId, thing.infoModelId));
    if (!thing || !model?.mapping) {
      await telemetry.rejectRaw(devid, topic, payload, ['unknown_device']);
      return 0;
    }
    const read = model.mapping.read(topic, payload.toString('utf8'), thing.timeZone);
    if (!read) {
      await telemetry.rejectRaw(devid, topic, payload, ['unknown_topic']);
      return 0;
    }
    if (read.online !== null) telemetry.noteOnline(thing, devid, read.online);
    const refused = read.refusals.map(({ reason, at }) => (at ? `${reason}: ${at}` : reason));
    const [accepted] = await Promise.all([
      this.#add({ thing, model, message }, read),
      refused.length > 0 ? telemetry.rejectRaw(devid, topic, payload, refused) : undefined,
    ]);
    return accepted;
  }

  async #add(of: Omit<Waiting, 'window'>, read: MappedMessage): Promise<number> {
    const now_ms = this.#services.clock().getTime();
    const time_ms = read.time_ms ?? now_ms;
    if (read.values.length === 0) return 0;
    const { merge_s } = of.model.mapping?.model.mapping ?? { merge_s: 0 };
    if (read.backfill) return this.#frame(of, read.values, time_ms, true);
    if (merge_s === 0) return this.#derived(of, read.values, time_ms);
    const { id } = of.thing;
    const waiting = this.#waiting.get(id) ?? { ...of, window: new Window(now_ms + merge_s * 1000) };
    Object.assign(waiting, of);
    waiting.window.add(read.values, time_ms);
    this.#waiting.set(id, waiting);
    return waiting.window.done;
  }

  /** Passes on all windows, and reads nothing any more; resolves when their frames are committed or refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const open = [...this.#waiting.values()].map(({ window }) => window.done);
    this.pass(true);
    await Promise.allSettled(open);
  }

  /** Passes on the windows that have ended. @param all also the others */
  pass(all = false): void {
    const now_ms = this.#services.clock().getTime();
    for (const [id, waiting] of this.#waiting) {
      const { window } = waiting;
      // A clock that was set back does not hold a window open.
      if (!all && now_ms < window.ends_ms && window.ends_ms - now_ms <= 60_000) continue;
      this.#waiting.delete(id);
      void this.#derived(waiting, window.values, window.time_ms).then(
        window.settle.resolve,
        window.settle.reject,
      );
    }
  }

  async #derived(
    of: Omit<Waiting, 'window'>,
    values: MappedMessage['values'],
    time_ms: number,
  ): Promise<number> {
    const model = of.model.mapping?.model;
    if (!model || model.mapping.derive.length === 0) return this.#frame(of, values, time_ms, false);
    return this.#states.use(of.thing, model, (state) => {
      const derived = derive(model, state, values, time_ms);
      return this.#frame(of, [...values, ...derived], time_ms, false);
    });
  }

  async #frame(
    { message }: Omit<Waiting, 'window'>,
    values: MappedMessage['values'],
    time_ms: number,
    backfill: boolean,
  ): Promise<number> {
    const frame = frameOf(values, time_ms, backfill);
    return frame ? this.#parts.telemetry.acceptFrame(message, frame) : 0;
  }
}
