import type { Thing } from '@voltloop/contract/calls/things.ts';
import type { ComponentType } from 'react';

/** Tabs of a thing's page that other modules provide; those modules import this one, not the other way round. */
export interface ThingTabs {
  events: () => Promise<{ default: ComponentType<{ thing: Thing }> }>;
}

let tabs: ThingTabs | null = null;

export function provideThingTabs(provided: ThingTabs): void {
  tabs = provided;
}

/** @throws Error before `provideThingTabs` */
export function thingTabs(): ThingTabs {
  if (!tabs) throw new Error('provideThingTabs was not called');
  return tabs;
}
