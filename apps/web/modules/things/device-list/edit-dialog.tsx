import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getThing, type Thing, updateThing } from '@voltloop/contract/calls/things.ts';
import { Dialog } from '@voltloop/ui';
import { TextField } from '@voltloop/ui/form/fields.tsx';
import { Form } from '@voltloop/ui/form/form.tsx';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { PlaceFields } from '../../../parts/place-fields.tsx';
import { QueryPlaceholder } from '../../../parts/query-state.tsx';
import { toast } from '../../../parts/toast.ts';
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
  const { devname, time_zone, gps, desc } = whole.data;
  return (
    <Form
      schema={editThingForm}
      initial={{ devname, time_zone, ...(gps ?? {}), desc: { ...emptyDescription, ...desc } }}
      submitLabel={t('edit.submit')}
      onCancel={onClose}
      onSubmit={async (values) => {
        await call(updateThing, {
          params: { tenantId, devNo: devid },
          body: changeBody({ devname, time_zone, gps, desc }, values),
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
    </Form>
  );
}
