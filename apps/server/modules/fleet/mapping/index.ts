import type { Module } from '../../../platform/module.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { UplinkRouter } from '../../../platform/uplink.ts';
import type { DeviceModels } from '../device-models/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { DerivedStates } from './derived-states.ts';
import { ForeignMessages } from './foreign-messages.ts';

/**
 * Reads what foreign devices send by the mapping of their model, and passes it on as frames (docs/device-models.md). A
 * message is acknowledged when its frame is committed.
 */
export function createMapping(
  services: Services,
  parts: {
    things: Pick<Things, 'byDevid'>;
    models: Pick<DeviceModels, 'model'>;
    telemetry: Telemetry;
    uplink: Pick<UplinkRouter, 'on'>;
  },
): Module {
  const states = new DerivedStates(services, parts.telemetry);
  const messages = new ForeignMessages(services, parts, states);
  const { log } = services;
  // Not the clock watch: it decides what is received, and what was received is written.
  const windows = new Repeated(
    {
      work: schedule.foreign_frames,
      services: { log },
      failure: 'frames of foreign devices were not passed on',
    },
    async () => messages.pass(),
  );
  const writes = new Repeated(
    {
      work: schedule.derived_counters,
      services: { log },
      failure: 'what derived counters are computed from was not written; retrying',
    },
    () => states.write(),
  );
  parts.uplink.on('raw', ({ devid, topic = '', payload }) => messages.accept(devid, topic, payload));
  parts.telemetry.readRawBy((devid, topic, payload) => messages.accept(devid, topic, payload));
  return {
    async start() {
      windows.start();
      writes.start();
    },
    async stop() {
      await windows.stop();
      await messages.stop();
      await writes.stop();
      await states.write();
    },
  };
}
