import type { Values } from '@voltloop/resource-kit';
import { fromGcj02, toGcj02 } from '@voltloop/resources/geofence/gcj02.ts';
import { degreesText, type Position, ringFault } from '@voltloop/resources/geofence/geometry.ts';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { OptionField } from '../../ui/widgets/option-select.tsx';
import type { InputProps } from '../resources/index.ts';
import styles from './area-map.module.css';
import { AreaMap } from './area-map.tsx';
import { drawnOf } from './drawn-of.ts';
import type { Drawn } from './edit-shape.ts';

const pair = (position: Position) => ({
  longitude: degreesText(position.longitude),
  latitude: degreesText(position.latitude),
});

/** The coordinate system of the fields, and a map below, synchronized both ways with the fields. */
export function AreaInput({ name, field, label }: InputProps) {
  const { t } = useTranslation(['map', 'fields']);
  const form = useFormContext<Values>();
  const [shape, system, longitude, latitude, radiusM, ring, kind] = useWatch<Values>({
    name: ['shape', 'coordinateSystem', 'longitude', 'latitude', 'radiusM', 'ring', 'kind'],
  });
  const ringText = JSON.stringify(ring ?? []);
  const chinese = system === 'GCJ02';
  // The map is WGS-84 whatever the fields use.
  const drawn = useMemo(
    () =>
      drawnOf(
        { shape, longitude, latitude, radiusM, ring: JSON.parse(ringText) as unknown },
        chinese ? fromGcj02 : undefined,
      ),
    [shape, longitude, latitude, radiusM, ringText, chinese],
  );
  const fault = drawn?.shape === 'polygon' && drawn.ring.length > 2 ? ringFault(drawn.ring) : null;
  const change = (next: Drawn) => {
    const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    const written = (position: Position) => pair(chinese ? toGcj02(position) : position);
    if (next.shape === 'polygon') form.setValue('ring', next.ring.map(written), how);
    else if (next.center) {
      const { longitude: x, latitude: y } = written(next.center);
      form.setValue('longitude', x, how);
      form.setValue('latitude', y, how);
      if (next.shape === 'circle' && next.radius_m) form.setValue('radiusM', String(next.radius_m), how);
    }
  };
  return (
    <>
      <OptionField name={name} list="coordinateSystem" label={label} description={hintOf(field, t)} />
      {drawn && (
        <div className={styles.wide}>
          <p className={styles.help}>{t(`draw.${drawn.shape}`)}</p>
          <AreaMap
            drawn={drawn}
            onChange={change}
            label={t(`draw.map_${drawn.shape}`)}
            tone={kind === 'deny' ? 'danger' : 'accent'}
            wrong={fault !== null}
            convert={chinese ? fromGcj02 : undefined}
          />
          <p className={`${styles.help} ${fault ? styles.wrong : ''}`} role="status">
            {fault
              ? t(`rule.geofence.${fault.fault}`, { ns: 'fields' })
              : drawn.shape === 'polygon'
                ? t('draw.corners', { count: drawn.ring.length, n: drawn.ring.length })
                : ''}
          </p>
        </div>
      )}
    </>
  );
}

function hintOf(field: InputProps['field'], t: (key: string) => string) {
  return field.hint ? t('draw.system') : undefined;
}
