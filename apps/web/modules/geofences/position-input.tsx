import { Button, Group, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { Values } from '@voltloop/resource-kit';
import { degreesText, type Position, positionOf } from '@voltloop/resources/geofence/geometry.ts';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useField } from '../../ui/form/fields.tsx';
import { Dialog } from '../../ui/index.ts';
import type { InputProps } from '../resources/index.ts';
import styles from './area-map.module.css';
import { AreaMap } from './area-map.tsx';

/** The longitude of a pair, with a button to choose both on a map; latitude has its own field. */
export function PositionInput({ name, label, required }: InputProps) {
  const { t } = useTranslation('map');
  const { field, error } = useField(name);
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.pair}>
      <TextInput
        label={label}
        required={required}
        autoComplete="off"
        inputMode="decimal"
        maxLength={30}
        rightSection={<span>°</span>}
        rightSectionPointerEvents="none"
        {...field}
        value={String(field.value ?? '')}
        error={error}
      />
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconMapPin size={15} stroke={1.8} />}
        onClick={() => setOpen(true)}
      >
        {t('pick.button')}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t('pick.title')} size={760}>
        <Picker onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function Picker({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['map', 'ui']);
  const form = useFormContext<Values>();
  const [center, setCenter] = useState<Position | null>(() => positionOf(form.getValues()));
  const take = () => {
    if (!center) return;
    const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('longitude', degreesText(center.longitude), how);
    form.setValue('latitude', degreesText(center.latitude), how);
    onClose();
  };
  return (
    <div className={styles.wide}>
      <p className={styles.help}>{t('pick.text')}</p>
      <AreaMap
        drawn={{ shape: 'point', center }}
        onChange={(next) => next.shape === 'point' && setCenter(next.center)}
        label={t('pick.map')}
      />
      <output className={styles.help}>
        {center
          ? t('pick.chosen', {
              longitude: degreesText(center.longitude),
              latitude: degreesText(center.latitude),
            })
          : t('pick.none')}
      </output>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('confirm.cancel', { ns: 'ui' })}
        </Button>
        <Button disabled={!center} onClick={take}>
          {t('pick.take')}
        </Button>
      </Group>
    </div>
  );
}
