import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { autoBind, type Thing } from '@voltloop/contract/calls/things.ts';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Dialog, ErrorWords, Failure } from '../../../ui/index.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AccountPicker, type PickedAccount } from '../../accounts/index.ts';

interface AutoBindDialogProps {
  thing: Thing | null;
  tenantId: string;
  roleId: number;
  onClose: () => void;
}

/** Binds a device to one account, unless the account above lacks it or a sibling account has it. */
export function AutoBindDialog({ thing, ...rest }: AutoBindDialogProps) {
  const { t } = useTranslation('devices');
  return (
    <Dialog opened={thing !== null} onClose={rest.onClose} title={t('autoBind.title')}>
      {thing && <AutoBindForm thing={thing} {...rest} />}
    </Dialog>
  );
}

function AutoBindForm({ thing, tenantId, roleId, onClose }: AutoBindDialogProps & { thing: Thing }) {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  const describe = useContext(ErrorWords);
  const [account, setAccount] = useState<PickedAccount | null>(null);
  const [parent, setParent] = useState(true);
  const [neighbour, setNeighbour] = useState(true);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  // The server lets only the main account skip a check (interpretation C24).
  const mayLeaveOut = roleId === 0;

  const run = async (to: PickedAccount) => {
    setBusy(true);
    setError('');
    try {
      await call(autoBind, {
        params: { tenantId, userId: to.id },
        query: {
          infoModelId: thing.info_model_id,
          thirdThingsId: thing.devid,
          checkNeighborUserThingsAuth: neighbour ? 1 : 0,
          checkParentUserThingsAuth: parent ? 1 : 0,
        },
      });
      for (const key of ['things', 'thing', 'bindings']) void client.invalidateQueries({ queryKey: [key] });
      toast.success({ ns: 'devices', key: 'autoBind.done', values: { devid: thing.devid, name: to.name } });
      onClose();
    } catch (failure) {
      setError(describe(failure));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (account && !busy) void run(account);
      }}
    >
      <Stack gap="sm">
        <Text size="sm" c="var(--vl-ink-2)">
          {t('autoBind.text', { devid: thing.devid })}
        </Text>
        <AccountPicker
          label={t('autoBind.account')}
          value={account ? [account] : []}
          onChange={(picked) => setAccount(picked.at(-1) ?? null)}
          withSelf={!mayLeaveOut}
          except={(each) => each.kind === 'main' || each.kind === 'staff'}
        />
        {mayLeaveOut && (
          <>
            <Checkbox
              label={t('autoBind.parent')}
              checked={parent}
              onChange={(event) => setParent(event.currentTarget.checked)}
            />
            <Checkbox
              label={t('autoBind.neighbour')}
              checked={neighbour}
              onChange={(event) => setNeighbour(event.currentTarget.checked)}
            />
          </>
        )}
        <Failure text={error} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={!account}>
          {t('bind.submit')}
        </Button>
      </Group>
    </form>
  );
}
