import { parseTopic, topicOf } from '@voltloop/protocol';
import { liveFrameTopic } from '../../../platform/bus.ts';

/** Topics of a device's frames: its own topic over MQTT, and an internal one for frames over HTTP. */
export function frameTopicsOf(devid: string): string[] {
  return [topicOf(devid, 'telemetry'), liveFrameTopic(devid)];
}

const PREFIX = liveFrameTopic('');

/** The device of a frame topic; undefined for any other topic. */
export function devidOf(topic: string): string | undefined {
  return topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) || undefined : parseTopic(topic)?.devid;
}
