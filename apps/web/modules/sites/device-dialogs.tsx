import { useQueryClient } from '@tanstack/react-query';
import {
  addSiteDevice,
  removeSiteDevice,
  replaceSiteDevice,
  type SiteDetail,
  type SiteDevice,
} from '@voltloop/contract/calls/sites.ts';
import { startOfIsoDay } from '@voltloop/domain/clock/zone-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { useField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { type PickedThing, ThingPicker } from '../accounts/index.ts';
import { TransferDialog } from './transfer-dialog.tsx';

export type OpenDialog =
  | { what: 'add' }
  | { what: 'replace' | 'remove' | 'transfer'; device: SiteDevice }
  | null;

const withDevice = z.object({ devid: z.string().min(1, 'resource.required'), day: z.string() });
const withoutDevice = z.object({ devid: z.string(), day: z.string() });

interface DeviceDialogsProps {
  site: SiteDetail;
  open: NonNullable<OpenDialog>;
  onClose: () => void;
}

/**
 * Adds, replaces, removes or transfers a device of a site. A day begins in the site's zone; an empty one means now.
 */
export function DeviceDialogs({ site, open, onClose }: DeviceDialogsProps) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  if (open.what === 'transfer') return <TransferDialog of={{ devid: open.device.devid }} onClose={onClose} />;
  const { what } = open;
  const devid = what === 'add' ? '' : open.device.devid;
  const save = async (values: z.output<typeof withDevice>) => {
    const at = values.day ? (startOfIsoDay(values.day, site.time_zone) ?? undefined) : undefined;
    const params = { tenantId, id: site.id, devid };
    if (what === 'add') await call(addSiteDevice, { params, body: { devid: values.devid, since: at } });
    else if (what === 'replace') await call(replaceSiteDevice, { params, body: { by: values.devid, at } });
    else await call(removeSiteDevice, { params, body: { until: at } });
    for (const key of ['sites', 'things', 'thing']) void client.invalidateQueries({ queryKey: [key] });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t(`devices.${what}Title`, { devid, name: site.name })}>
      <p>{t(`devices.${what}Text`)}</p>
      <Form
        schema={what === 'remove' ? withoutDevice : withDevice}
        initial={{ devid: '', day: '' }}
        submitLabel={t(`devices.${what}Submit`)}
        onCancel={onClose}
        onSubmit={save}
      >
        {what !== 'remove' && <DevicePick />}
        <DayField name="day" label={t(`devices.${what}Day`)} description={t('devices.dayHint')} />
      </Form>
    </Dialog>
  );
}

function DevicePick() {
  const { t } = useTranslation('sites');
  const { field } = useField('devid');
  const [picked, setPicked] = useState<readonly PickedThing[]>([]);
  return (
    <ThingPicker
      label={t('devices.pick')}
      value={picked}
      onChange={(things) => {
        const last = things.slice(-1);
        setPicked(last);
        field.onChange(last[0]?.devid ?? '');
      }}
    />
  );
}
