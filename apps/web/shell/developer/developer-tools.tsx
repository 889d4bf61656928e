import { IconBattery3, IconUsers } from '@tabler/icons-react';
import { developerThings, developerUsers } from '@voltloop/contract/calls/developer.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../api/download.ts';
import { useSession } from '../../api/session.ts';
import { withoutPrefix } from '../../context/role-label.ts';
import button from '../../ui/button/icon-button.module.css';
import { useDisclosure } from '../../ui/dialog/use-disclosure.ts';
import { toast } from '../../ui/toast/toast.ts';
import menu from '../layout/user-menu.module.css';
import { ask } from './ask.ts';
import { exportName } from './developer-rules.ts';

const DEVICES = 9999;
const SUB_USERS = 99_999;

/** Development only: exports devices and sub-users of the signed-in user as JSON files (specification section 2). */
export default function DeveloperTools() {
  const { t } = useTranslation('developer');
  const devices = useDisclosure<HTMLDivElement>();
  const login = useSession((state) => state.login);
  const [busy, setBusy] = useState(false);
  if (!login) return null;
  const params = { tenantId: login.tenant_id };
  const userName = withoutPrefix(login.user_name);

  const save = (
    what: 'dev' | 'user',
    kind: 'backup' | 'export',
    page: { list: unknown[]; total: number },
  ) => {
    const { list, total } = page;
    const text = JSON.stringify({ kind, user_name: login.user_name, total, list }, null, 2);
    saveBlob(new Blob([text], { type: 'application/json' }), exportName(userName, what, new Date()));
    toast.success({ ns: 'developer', key: 'saved', values: { count: String(list.length) } });
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  const saveDevices = (kind: 'backup' | 'export') =>
    run(async () => {
      devices.setOpen(false);
      const page = await ask(developerThings, { params, query: { kind, skip: 0, limit: DEVICES } });
      if (page) save('dev', kind, page);
    });
  const saveUsers = () =>
    run(async () => {
      const page = await ask(developerUsers, { params, query: { skip: 0, limit: SUB_USERS } });
      if (page) save('user', 'export', page);
    });

  return (
    <>
      <div ref={devices.root} className={menu.root}>
        <button
          type="button"
          className={button.button}
          disabled={busy}
          aria-expanded={devices.open}
          aria-controls="developer-devices"
          onClick={() => devices.setOpen(!devices.open)}
        >
          <IconBattery3 size={18} stroke={1.7} aria-hidden="true" />
          {t('devices')}
        </button>
        <div id="developer-devices" className={menu.panel} hidden={!devices.open}>
          {(['backup', 'export'] as const).map((kind) => (
            <button key={kind} type="button" className={menu.item} onClick={() => void saveDevices(kind)}>
              {t(kind)}
            </button>
          ))}
        </div>
      </div>
      <button type="button" className={button.button} disabled={busy} onClick={() => void saveUsers()}>
        <IconUsers size={18} stroke={1.7} aria-hidden="true" />
        {t('users')}
      </button>
    </>
  );
}
