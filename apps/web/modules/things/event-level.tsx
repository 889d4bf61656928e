import { StatusBadge, type Tone } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';

const levels: Record<number, { name: 'notice' | 'warning' | 'fault'; tone: Tone }> = {
  1: { name: 'notice', tone: 'info' },
  2: { name: 'warning', tone: 'warning' },
  3: { name: 'fault', tone: 'danger' },
};

/** How grave an event is, as icon, word and colour. */
export function EventLevel({ level }: { level: number }) {
  const { t } = useTranslation('things');
  const { name, tone } = levels[level] ?? levels[1]!;
  return (
    <StatusBadge tone={tone} variant="plain">
      {t(`level.${name}`)}
    </StatusBadge>
  );
}
