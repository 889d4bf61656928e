import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/index.ts';

interface Level {
  name: 'notice' | 'warning' | 'fault';
  tone: Tone;
}

const levels: Record<number, Level> = {
  1: { name: 'notice', tone: 'info' },
  2: { name: 'warning', tone: 'warning' },
  3: { name: 'fault', tone: 'danger' },
};

/** The level of an event; an unknown number counts as a notice. */
export const levelOf = (level: number): Level => levels[level] ?? levels[1]!;

/** The severity of an event as icon, word and colour. */
export function EventLevel({ level }: { level: number }) {
  const { t } = useTranslation('things');
  const { name, tone } = levelOf(level);
  return (
    <StatusBadge tone={tone} variant="plain">
      {t(`level.${name}`)}
    </StatusBadge>
  );
}
