import { Button, Group, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readHeads, saveMapping } from '@voltloop/contract/calls/testing.ts';
import {
  type Mapping,
  type Quantity,
  quantities,
  requiredQuantities,
  splitHead,
  type UnitQuantity,
  unitQuantities,
  unitsOf,
} from '@voltloop/domain/cycler/layouts.ts';
import { type FormEvent, Fragment, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { useUnsavedValues } from '../../ui/form/use-unsaved-values.ts';
import { Card, ErrorState, ErrorWords, Failure, SkeletonRows } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { savedMappings } from './queries.ts';
import styles from './testing.module.css';

interface MappingFormProps {
  file: File;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** Assigns a meaning to the columns of a file, and saves the mapping under a name. */
export function MappingForm({ file, onClose, onSaved }: MappingFormProps) {
  const { t } = useTranslation('testing');
  const describe = useContext(ErrorWords);
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ['cyclerHeads', file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => upload(readHeads, file, { signal }),
    retry: false,
  });
  const [chosen, setChosen] = useState<Mapping>({});
  const [name, setName] = useState(file.name.replace(/\.\w+$/, '').slice(0, 60));
  useUnsavedValues({ chosen, name });
  const heads = useMemo(() => headsIn(found.data?.first ?? []), [found.data]);
  const saving = useMutation({
    mutationFn: () => call(saveMapping, { body: { name, mapping: { ...found.data?.mapping, ...chosen } } }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries(savedMappings);
      onSaved(id);
    },
  });
  const mapping = { ...found.data?.mapping, ...chosen };
  const complete = requiredQuantities.every((quantity) => mapping[quantity]) && name.trim() !== '';
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (complete) saving.mutate();
  };
  return (
    <Card title={t('mapping.title', { file: file.name })}>
      {found.isPending ? (
        <SkeletonRows rows={3} />
      ) : found.error ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <form onSubmit={save} className={styles.form}>
          <p className={styles.note}>{t('mapping.text')}</p>
          <div className={styles.fields}>
            {quantities.map((quantity) => (
              <Fragment key={quantity}>
                <Select
                  label={t(`mapping.${quantity}`)}
                  required={(requiredQuantities as readonly string[]).includes(quantity)}
                  clearable
                  data={heads}
                  value={mapping[quantity] ?? null}
                  onChange={(head) => setChosen({ ...chosen, [quantity]: head ?? undefined })}
                />
                {hasOpenUnit(quantity, mapping) && (
                  <Select
                    label={t('mapping.unit', { column: mapping[quantity] })}
                    allowDeselect={false}
                    data={unitsOf[quantity]}
                    value={mapping.units?.[quantity] ?? unitsOf[quantity][0]}
                    onChange={(unit) =>
                      setChosen({ ...chosen, units: { ...mapping.units, [quantity]: unit ?? undefined } })
                    }
                  />
                )}
              </Fragment>
            ))}
            {!mapping.state && (
              <Select
                label={t('mapping.sign')}
                allowDeselect={false}
                data={['chargePositive', 'dischargePositive'].map((value) => ({
                  value,
                  label: t(`mapping.${value}`),
                }))}
                value={mapping.dischargePositive ? 'dischargePositive' : 'chargePositive'}
                onChange={(sign) => setChosen({ ...chosen, dischargePositive: sign === 'dischargePositive' })}
              />
            )}
            <TextInput
              label={t('mapping.name')}
              required
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </div>
          <Failure text={saving.error ? describe(saving.error) : ''} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('mapping.cancel')}
            </Button>
            <Button type="submit" disabled={!complete} loading={saving.isPending}>
              {t('mapping.save')}
            </Button>
          </Group>
        </form>
      )}
    </Card>
  );
}

/** Whether a chosen column has no unit in its heading. */
function hasOpenUnit(quantity: Quantity, mapping: Mapping): quantity is UnitQuantity {
  const head = mapping[quantity];
  return (
    head !== undefined &&
    (unitQuantities as readonly Quantity[]).includes(quantity) &&
    splitHead(head).unit === ''
  );
}

/** The header row: the one with the most non-numeric texts. */
function headsIn(first: readonly (readonly string[])[]): string[] {
  const texts = (row: readonly string[]) =>
    row.filter((cell) => cell.trim() !== '' && Number.isNaN(Number(cell)));
  const row = first.reduce<readonly string[]>(
    (best, each) => (texts(each).length > texts(best).length ? each : best),
    [],
  );
  return [...new Set(row.map((cell) => cell.trim()).filter((cell) => cell !== ''))];
}
