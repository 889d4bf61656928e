import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getThing, type Thing, updateThing } from '@voltloop/contract/calls/things.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { PlaceFields } from '../../../ui/form/place-fields.tsx';
import { Dialog } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { DescriptionFields } from './thing-fields.tsx';
import { changeBody, editThingForm, emptyDescription } from './thing-form.ts';

interface EditDialogProps {
  thing: Thing | null;
  tenantId: string;
  onClose: () => void;
}

/** Edits the name, place, time zone and description of a device. The list masks personal data, so the full record is fetched first. */
export function EditDialog({ thing, tenantId, onClose }: EditDialogProps) {
  const { t } = useTranslation('devices');
  return (
    <Dialog opened={thing !== null} onClose={onClose} title={t('edit.title')} size="lg">
      {thing && <EditForm key={thing.devid} devid={thing.devid} tenantId={tenantId} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ devid, tenantId, onClose }: { devid: string; tenantId: string; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  // Read once per opening: a background refetch must not replace the form while the user types.
  const whole = useQuery({
    queryKey: ['thing-edit', tenantId, devid],
    queryFn: ({ signal }) => call(getThing, { params: { tenantId, devNo: devid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (whole.error || !whole.data) return <QueryPlaceholder of={whole} rows={5} />;
  const { devname, time_zone, gps, desc, offline_after_s, offline_after_from: from } = whole.data;
  const after_min = Math.round(offline_after_s / 60);
  const before = { devname, time_zone, gps, desc, offline_after_min: from === 'thing' ? after_min : null };
  return (
    <Form
      schema={editThingForm}
      initial={{
        devname,
        time_zone,
        ...(gps ?? {}),
        offline_after_min: before.offline_after_min,
        desc: { ...emptyDescription, ...desc },
      }}
      submitLabel={t('edit.submit')}
      onCancel={onClose}
      onSubmit={async (values) => {
        await call(updateThing, {
          params: { tenantId, devNo: devid },
          body: changeBody(before, values),
        });
        // All history is cut by the zone, and its site may have followed.
        await client.invalidateQueries();
        toast.success({ ns: 'devices', key: 'edit.saved', values: { name: values.devname } });
        onClose();
      }}
    >
      <TextField name="devname" label={t('field.devname')} required data-autofocus maxLength={100} />
      <PlaceFields zoneHint={t('field.timeZoneEditHint')} required />
      <DescriptionFields />
      <NumberField
        name="offline_after_min"
        label={t('field.offlineAfter')}
        description={
          from === 'thing'
            ? t('field.offlineAfterOwn')
            : t(`field.offlineAfterHint.${from}`, { minutes: after_min })
        }
        suffix=" min"
      />
    </Form>
  );
}
