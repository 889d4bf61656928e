import { TagsInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createSite, MAX_SITE_TAGS, type SiteDetail, updateSite } from '@voltloop/contract/calls/sites.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { TextAreaField, TextField, useField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PlaceFields } from '../../ui/form/place-fields.tsx';
import { Dialog } from '../../ui/index.ts';
import { browserZone } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { AccountPicker, type PickedAccount } from '../accounts/index.ts';
import { tagsInUse } from './queries.ts';
import { RegionField } from './region-field.tsx';
import { bodyOf, changeBody, changeForm, emptySite, formOf, newForm } from './site-form.ts';

interface SiteDialogProps {
  /** The open dialog: a new site, the site to edit, or null. */
  open: 'new' | SiteDetail | null;
  onClose: () => void;
  /** Called with the id of the new site. */
  onMade?: (id: string) => void;
}

/** Creates a site, or changes its name, place, zone and tags. */
export function SiteDialog({ open, onClose, onMade }: SiteDialogProps) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const saved = async (name: string) => {
    // With the zone of a site that of its devices changes, and with it all history.
    await client.invalidateQueries();
    toast.success({ ns: 'sites', key: 'form.saved', values: { name } });
    onClose();
  };
  return (
    <Dialog
      opened={open !== null}
      onClose={onClose}
      title={t(open === 'new' ? 'form.new' : 'form.edit')}
      size="lg"
    >
      {open === 'new' && (
        <Form
          schema={newForm}
          initial={{ ...emptySite(browserZone()), owner: '' }}
          submitLabel={t('form.create')}
          onCancel={onClose}
          onSubmit={async ({ owner, ...values }) => {
            const made = await call(createSite, { params: { tenantId }, body: { ...bodyOf(values), owner } });
            await saved(made.name);
            onMade?.(made.id);
          }}
        >
          <Fields first={<OwnerField />} />
        </Form>
      )}
      {open !== null && open !== 'new' && (
        <Form
          key={open.id}
          schema={changeForm}
          initial={formOf(open)}
          submitLabel={t('form.save')}
          onCancel={onClose}
          onSubmit={async (values, before) => {
            const body = changeBody(before, values);
            await call(updateSite, { params: { tenantId, id: open.id }, body });
            await saved(values.name);
          }}
        >
          <Fields />
        </Form>
      )}
    </Dialog>
  );
}

function OwnerField() {
  const { t } = useTranslation('sites');
  const { field, error } = useField('owner');
  const { roleId } = useAccount();
  const [picked, setPicked] = useState<PickedAccount | null>(null);
  return (
    <AccountPicker
      label={t('form.owner')}
      description={t('form.ownerHint')}
      required
      withSelf={roleId !== 0}
      except={(account) => account.kind === 'main' || account.kind === 'staff'}
      value={picked ? [picked] : []}
      onChange={(accounts) => {
        const one = accounts.at(-1) ?? null;
        setPicked(one);
        field.onChange(one?.id ?? '');
      }}
      error={error}
    />
  );
}

function Fields({ first }: { first?: React.ReactNode }) {
  const { t } = useTranslation('sites');
  return (
    <>
      <TextField
        name="name"
        label={t('form.name')}
        required
        data-autofocus
        maxLength={100}
        autoComplete="off"
      />
      {first}
      <TextAreaField name="address" label={t('form.address')} maxLength={300} autosize minRows={1} />
      <RegionField name="region" label={t('form.region')} description={t('form.regionHint')} />
      <PlaceFields zoneHint={t('form.zoneHint')} required />
      <TagsField />
    </>
  );
}

function TagsField() {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const { field, error } = useField('tags');
  const known = useQuery(tagsInUse(tenantId)).data ?? [];
  return (
    <TagsInput
      label={t('form.tags')}
      description={t('form.tagsHint')}
      data={known.map(({ tag }) => tag)}
      value={(field.value as string[] | undefined) ?? []}
      onChange={field.onChange}
      onBlur={field.onBlur}
      maxTags={MAX_SITE_TAGS}
      maxLength={30}
      error={error}
    />
  );
}
