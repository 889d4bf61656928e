import { useQueryClient } from '@tanstack/react-query';
import { registerThing } from '@voltloop/contract/calls/things.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { FieldRow, TextField } from '../../../ui/form/fields.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { PlaceFields } from '../../../ui/form/place-fields.tsx';
import { Dialog } from '../../../ui/index.ts';
import { SecretPanel } from './secret-panel.tsx';
import { DescriptionFields } from './thing-fields.tsx';
import { emptyDescription, newThingForm, registerBody } from './thing-form.ts';

interface RegisterDialogProps {
  opened: boolean;
  tenantId: string;
  onClose: () => void;
}

/** Registers a device and shows its secret once. */
export function RegisterDialog({ opened, tenantId, onClose }: RegisterDialogProps) {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  const [made, setMade] = useState<{ devid: string; secret: string } | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      // The secret cannot be shown again: a stray click or key must not close the dialog.
      closable={made === null}
      title={made ? t('secret.title', { devid: made.devid }) : t('register.title')}
      size="lg"
    >
      {made ? (
        <SecretPanel {...made} onDone={close} />
      ) : (
        <Form
          schema={newThingForm}
          initial={{ devid: '', devname: '', time_zone: '', desc: emptyDescription }}
          submitLabel={t('register.submit')}
          onCancel={close}
          onSubmit={async (values) => {
            const { thing, secret } = await call(registerThing, {
              params: { tenantId },
              body: registerBody(values),
            });
            setMade({ devid: thing.devid, secret });
            await client.invalidateQueries({ queryKey: ['things'] });
          }}
        >
          <FieldRow>
            <TextField
              name="devid"
              label={t('field.devid')}
              description={t('field.devidHint')}
              required
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
            />
            <TextField
              name="devname"
              label={t('field.devname')}
              description={t('field.devnameHint')}
              maxLength={100}
              autoComplete="off"
            />
          </FieldRow>
          <PlaceFields zoneHint={t('field.timeZoneHint')} />
          <DescriptionFields />
        </Form>
      )}
    </Dialog>
  );
}
