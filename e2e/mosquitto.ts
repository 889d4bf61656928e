import { execFile } from 'node:child_process';
import { expect, instance } from './ui.ts';

export interface Published {
  code: number;
  errors: string;
}

/** Runs Mosquitto's own client with QoS 1, as an installer with a laptop would. Never through a shell. */
export function mosquittoPub(
  user: string,
  secret: string,
  topic: string,
  message: unknown,
): Promise<Published> {
  const args = ['-h', '127.0.0.1', '-p', String(instance.mqttPort), '-i', user, '-u', user, '-P', secret];
  args.push('-q', '1', '-t', topic, '-m', typeof message === 'string' ? message : JSON.stringify(message));
  return new Promise((resolve) => {
    execFile('mosquitto_pub', args, { timeout: 10_000 }, (error, _, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, errors: stderr });
    });
  });
}

let seq = 0;

/** A frame with the current time, later than the previous ones. */
export function frameOf(data: Record<string, number>) {
  seq += 1;
  return { ts: Date.now(), seq, boot: 1, data };
}

/** Publishes a device's values; resolves when they are acknowledged. */
export async function report(devid: string, secret: string, data: Record<string, number>): Promise<void> {
  const sent = await mosquittoPub(devid, secret, `things/${devid}/telemetry`, frameOf(data));
  expect(sent).toEqual({ code: 0, errors: '' });
}
