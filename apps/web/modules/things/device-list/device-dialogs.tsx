import { useQueryClient } from '@tanstack/react-query';
import { deleteThing, rotateSecret, type Thing } from '@voltloop/contract/calls/things.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ConfirmDialog, Dialog } from '../../../ui/index.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AutoBindDialog } from './auto-bind-dialog.tsx';
import { BindDialog } from './bind-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';
import { SecretPanel } from './secret-panel.tsx';

const ImportThings = lazy(() => import('./import-things.tsx'));

/** The dialog open over the list. */
export type OpenDialog =
  | { what: 'register' | 'import' }
  | { what: 'bind' | 'unbind'; devids: readonly string[] }
  | { what: 'edit' | 'autoBind' | 'secret' | 'delete'; thing: Thing }
  | null;

interface DeviceDialogsProps {
  open: OpenDialog;
  tenantId: string;
  roleId: number;
  onClose: () => void;
  onDeleted: (devid: string) => void;
}

/** The dialogs of the Device List, apart from the page: its list is shown without the code of forms. */
export default function DeviceDialogs({
  open,
  tenantId,
  roleId,
  onClose: close,
  onDeleted,
}: DeviceDialogsProps) {
  return (
    <>
      <RegisterDialog opened={open?.what === 'register'} tenantId={tenantId} onClose={close} />
      {open?.what === 'import' && (
        <Suspense>
          <ImportThings opened tenantId={tenantId} onClose={close} />
        </Suspense>
      )}
      <BindDialog
        mode={open?.what === 'unbind' ? 'unbind' : 'bind'}
        devids={open?.what === 'bind' || open?.what === 'unbind' ? open.devids : null}
        tenantId={tenantId}
        roleId={roleId}
        onClose={close}
      />
      <EditDialog thing={open?.what === 'edit' ? open.thing : null} tenantId={tenantId} onClose={close} />
      <AutoBindDialog
        thing={open?.what === 'autoBind' ? open.thing : null}
        tenantId={tenantId}
        roleId={roleId}
        onClose={close}
      />
      <SecretDialog thing={open?.what === 'secret' ? open.thing : null} tenantId={tenantId} onClose={close} />
      <DeleteDialog
        thing={open?.what === 'delete' ? open.thing : null}
        tenantId={tenantId}
        onClose={close}
        onDeleted={onDeleted}
      />
    </>
  );
}

interface OneDialogProps {
  thing: Thing | null;
  tenantId: string;
  onClose: () => void;
}

/** Asks for confirmation before a device's secret is replaced, then shows the new one. */
function SecretDialog({ thing, tenantId, onClose }: OneDialogProps) {
  const { t } = useTranslation('devices');
  const [made, setMade] = useState<{ devid: string; secret: string } | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <>
      <ConfirmDialog
        opened={thing !== null && made === null}
        onClose={() => {
          if (made === null) onClose();
        }}
        title={t('secret.rotateTitle', { devid: thing?.devid ?? '' })}
        confirmLabel={t('secret.rotate')}
        danger
        onConfirm={async () => {
          if (!thing) return;
          const { secret } = await call(rotateSecret, { params: { tenantId, devNo: thing.devid } });
          setMade({ devid: thing.devid, secret });
        }}
      >
        {t('secret.rotateText')}
      </ConfirmDialog>
      <Dialog
        opened={made !== null}
        onClose={close}
        closable={false}
        title={t('secret.title', { devid: made?.devid ?? '' })}
      >
        {made && <SecretPanel {...made} onDone={close} />}
      </Dialog>
    </>
  );
}

/** Removes a device from the registry after its id was typed. */
function DeleteDialog({
  thing,
  tenantId,
  onClose,
  onDeleted,
}: OneDialogProps & { onDeleted: (devid: string) => void }) {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  return (
    <ConfirmDialog
      opened={thing !== null}
      onClose={onClose}
      title={t('delete.title', { devid: thing?.devid ?? '' })}
      confirmLabel={t('delete.submit')}
      danger
      typed={thing?.devid ?? ''}
      onConfirm={async () => {
        if (!thing) return;
        await call(deleteThing, { params: { tenantId, devNo: thing.devid } });
        onDeleted(thing.devid);
        toast.success({ ns: 'devices', key: 'delete.done', values: { devid: thing.devid } });
        await client.invalidateQueries({ queryKey: ['things'] });
      }}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
