/** The topics a device uses (docs/protocol.md). A device may only use topics under its own id. */
export const kinds = ['telemetry', 'state', 'events', 'commands', 'replies', 'upgrade'] as const;
export type TopicKind = (typeof kinds)[number];

/** Kinds a device publishes; `commands` is the only one it subscribes to. */
export const upKinds: readonly TopicKind[] = ['telemetry', 'state', 'events', 'replies', 'upgrade'];

/** The topic of one device, e.g. `things/HB0001/telemetry`. */
export function topicOf(devid: string, kind: TopicKind): string {
  return `things/${devid}/${kind}`;
}

/** Takes a topic apart; null when it is not one of ours. */
export function parseTopic(topic: string): { devid: string; kind: TopicKind } | null {
  const parts = topic.split('/');
  if (parts.length !== 3 || parts[0] !== 'things' || !parts[1]) return null;
  const kind = parts[2] as TopicKind;
  return kinds.includes(kind) ? { devid: parts[1], kind } : null;
}
