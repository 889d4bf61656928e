import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconCloudOff,
  IconDownload,
} from '@tabler/icons-react';
import type { thingStateWords } from '@voltloop/contract/lists/thing-columns.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/index.ts';

export type StateName = 'offline' | 'online' | 'fault' | 'upgrading' | 'notActivated';

interface State {
  status: keyof typeof thingStateWords;
  name: StateName;
  tone: Tone;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
}

/** Device states (interpretation B08), most requested first. */
export const thingStateList: readonly State[] = [
  { status: 1, name: 'online', tone: 'ok', Icon: IconCircleCheckFilled },
  { status: 2, name: 'fault', tone: 'danger', Icon: IconCircleXFilled },
  { status: 0, name: 'offline', tone: 'neutral', Icon: IconCloudOff },
  { status: 3, name: 'upgrading', tone: 'info', Icon: IconDownload },
  { status: 4, name: 'notActivated', tone: 'neutral', Icon: IconCircleDashed },
];

/** The state of a status number; an unknown number counts as offline. */
export function stateOf(status: number): State {
  return thingStateList.find((state) => state.status === status) ?? thingStateList[2]!;
}

/** A device's state as icon, word and colour. */
export function ThingState({ status, variant }: { status: number; variant?: 'soft' | 'plain' }) {
  const { t } = useTranslation('things');
  return <StateBadge status={status} word={t(`state.${stateOf(status).name}`)} variant={variant} />;
}

/** {@link ThingState} for long lists, with the translated word passed in. */
export function StateBadge({
  status,
  word,
  variant,
}: {
  status: number;
  word: string;
  variant: 'soft' | 'plain' | undefined;
}) {
  const { tone, Icon } = stateOf(status);
  return (
    <StatusBadge tone={tone} variant={variant} icon={<Icon size={14} stroke={2} />}>
      {word}
    </StatusBadge>
  );
}
