import type { ThingEvent } from '@voltloop/contract/calls/events.ts';
import { eventDecimals, eventUnit, pointOf } from '@voltloop/protocol/event-unit.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { NO_VALUE, useFormat } from '../../ui/index.ts';
import { useDictionary } from '../telemetry/index.ts';
import { WRONG_SECRET } from './advice.ts';
import { durationParts } from './durations.ts';

/** Texts of events in the interface language. */
export function useEventTexts() {
  const { t } = useTranslation('events');
  const { language, number } = useFormat();
  return {
    name: (event: Pick<ThingEvent, 'event_name'>) => event.event_name[languageOf(language)],
    duration: (ms: number) =>
      durationParts(ms)
        .map(({ unit, n }) => t(`duration.${unit}`, { n: number(n) }))
        .join(' '),
    source: (source: string) => t(`source.${source}`, { defaultValue: source }),
  };
}

/** Values of events in the units of their points. */
export function useEventValues(infoModelId: string) {
  const { t } = useTranslation('events');
  const { number } = useFormat();
  const dictionary = useDictionary(infoModelId);
  return {
    dictionary,
    value: (event: Pick<ThingEvent, 'code' | 'value' | 'threshold'>, value: number | null): string => {
      if (value === null) return NO_VALUE;
      if (event.code === WRONG_SECRET) return t('attempts', { count: value });
      const least = dictionary.decimals(pointOf(event.code).point);
      const decimals = eventDecimals([event.value, event.threshold], least);
      return [number(value, decimals), eventUnit(event.code, dictionary.unit)].filter(Boolean).join(' ');
    },
  };
}
