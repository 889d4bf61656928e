import { Button } from '@mantine/core';
import { type Brand, removeBrand, saveBrand } from '@voltloop/contract/calls/brands.ts';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DEFAULT_THEME } from '../../context/settings/themes.ts';
import { useAccount } from '../../context/use-account.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Card, ConfirmDialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type BrandValues, brandForm } from './brand-rules.ts';
import { ColorField } from './color-field.tsx';

const valuesOf = ({ name, color }: Brand): BrandValues => ({ name: name ?? '', color: color ?? '' });

/** Edits name and colour of a brand, or removes it. */
export function BrandCard({
  brand,
  onTyped,
  onChanged,
}: {
  brand: Brand;
  onTyped: (values: BrandValues) => void;
  onChanged: (brand: Brand) => void;
}) {
  const { t } = useTranslation('brand');
  const { tenantId } = useAccount();
  const [removing, setRemoving] = useState(false);
  const params = { tenantId, id: brand.account_id };

  const save = async ({ name, color }: BrandValues) => {
    onChanged(await call(saveBrand, { params, body: { name, ...(color ? { color } : {}) } }));
    toast.success({ ns: 'brand', key: 'form.saved' });
  };
  const remove = async () => {
    onChanged(await call(removeBrand, { params }));
    toast.success({ ns: 'brand', key: 'form.removed' });
  };
  return (
    <Card title={t('form.title')} description={t('form.text')}>
      <Form
        schema={brandForm}
        initial={valuesOf(brand)}
        onSubmit={save}
        submitLabel={t('form.save')}
        label={t('form.title')}
        footer={
          brand.name !== null && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t('form.remove')}
            </Button>
          )
        }
      >
        <ReportTyped brand={brand} onTyped={onTyped} />
        <TextField
          name="name"
          label={t('form.name')}
          description={t('form.nameHint')}
          required
          maxLength={40}
          autoComplete="off"
        />
        <ColorField
          name="color"
          label={t('form.color')}
          pick={t('form.pick')}
          description={t('form.colorHint')}
          fallback={DEFAULT_THEME}
        />
      </Form>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('form.removeTitle')}
        confirmLabel={t('form.remove')}
        danger
        onConfirm={remove}
      >
        {t('form.removeText')}
      </ConfirmDialog>
    </Card>
  );
}

/** Passes the typed values to the preview; the form resets when the brand is removed. */
function ReportTyped({ brand, onTyped }: { brand: Brand; onTyped: (values: BrandValues) => void }) {
  const { reset } = useFormContext<BrandValues>();
  const [name, color] = useWatch<BrandValues, ['name', 'color']>({ name: ['name', 'color'] });
  useEffect(() => onTyped({ name, color }), [name, color, onTyped]);
  const gone = brand.name === null;
  useEffect(() => {
    if (gone) reset({ name: '', color: '' });
  }, [gone, reset]);
  return null;
}
