import { useEffect, useMemo, useState } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldRow, NumberField, SelectField } from './fields.tsx';

interface PlaceFieldsProps {
  /** Shown below the time zone until it is taken from the position. */
  zoneHint: string;
  /** Whether a zone must be chosen. */
  required?: boolean;
}

const ABS_MAX = { longitude: 180, latitude: 90 } as const;
const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most;

/** Position and time zone of a device or site. A new position sets the zone, which can still be chosen. */
export function PlaceFields({ zoneHint, required = false }: PlaceFieldsProps) {
  const { t } = useTranslation('map');
  const { setValue, formState } = useFormContext();
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])], []);
  const [longitude, latitude] = useWatch({ name: ['longitude', 'latitude'] }) as [unknown, unknown];
  const [derived, setDerived] = useState(false);
  const { defaultValues } = formState;
  const isNew =
    isWithin(longitude, ABS_MAX.longitude) &&
    isWithin(latitude, ABS_MAX.latitude) &&
    (longitude !== get(defaultValues, 'longitude') || latitude !== get(defaultValues, 'latitude'));
  useEffect(() => {
    if (!isNew) return;
    let current = true;
    void import('@voltloop/domain/place/zone-of.ts').then(({ zoneOf }) => {
      if (!current) return;
      const place = { longitude: longitude as number, latitude: latitude as number };
      setValue('time_zone', zoneOf(place), { shouldDirty: true, shouldValidate: true });
      setDerived(true);
    });
    return () => {
      current = false;
    };
  }, [isNew, longitude, latitude, setValue]);
  return (
    <>
      <FieldRow>
        <NumberField name="longitude" label={t('place.longitude')} />
        <NumberField name="latitude" label={t('place.latitude')} />
      </FieldRow>
      <SelectField
        name="time_zone"
        label={t('place.zone')}
        description={derived ? t('place.derived') : zoneHint}
        data={zones}
        required={required}
        clearable={!required}
        searchable
        limit={50}
      />
    </>
  );
}
