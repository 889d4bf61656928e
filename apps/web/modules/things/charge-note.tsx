import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';

/** States which share of several batteries the state of charge includes; renders nothing if it is all of them. */
export function ChargeNote({
  charge: { batteries, counted },
  className,
}: {
  charge: { batteries: number; counted: number };
  className?: string | undefined;
}) {
  const { t } = useTranslation('things');
  const { number } = useFormat();
  if (counted >= batteries) return null;
  return (
    <p className={className}>
      {t('charge.counted', { count: batteries, counted: number(counted), all: number(batteries) })}
    </p>
  );
}
