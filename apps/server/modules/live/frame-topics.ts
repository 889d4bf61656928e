import { parseTopic, topicOf } from '@voltloop/protocol';
import { liveFrameTopic } from '../../platform/bus.ts';

/** Topics of a device's frames: its own topic over MQTT, and an internal one for what it sends over HTTP. */
export function frameTopicsOf(devid: string): string[] {
  return [topicOf(devid, 'telemetry'), liveFrameTopic(devid)];
}

const PREFIX = liveFrameTopic('');

/** The device of such a topic; undefined for any other. */
export function devidOf(topic: string): string | undefined {
  return topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) || undefined : parseTopic(topic)?.devid;
}
