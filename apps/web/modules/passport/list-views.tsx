import { IconQrcode, IconWorldSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { ActionProps, ListViews } from '../resources/index.ts';

const ProposedDialog = lazy(() =>
  import('./proposed-dialog.tsx').then((module) => ({ default: module.ProposedDialog })),
);
const QrDialog = lazy(() => import('./qr-dialog.tsx').then((module) => ({ default: module.QrDialog })));

export const passportList: ListViews = {
  actions: [
    {
      id: 'proposed',
      label: { en: 'Sold to the EU without passport', zh: '已售欧盟未签发' },
      Icon: IconWorldSearch,
      at: ['list'],
      Run: (props: ActionProps) => (
        <Suspense>
          <ProposedDialog {...props} />
        </Suspense>
      ),
    },
    {
      id: 'qr',
      label: { en: 'QR code', zh: '二维码' },
      Icon: IconQrcode,
      at: ['row'],
      daily: true,
      Run: (props: ActionProps) => (
        <Suspense>
          <QrDialog {...props} />
        </Suspense>
      ),
    },
  ],
};
