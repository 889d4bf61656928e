import './mantine.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { SkeletonPage } from '@voltloop/ui';
import { cssVariables, theme } from '@voltloop/ui/theme.ts';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { loadSelf } from '../api/load-self.ts';
import { useSession } from '../api/session.ts';
import { useColorScheme } from './color-scheme.ts';
import { isLanguage, setLanguage } from './i18n.ts';
import { Layout } from './layout/layout.tsx';
import { makeQueryClient } from './query-client.ts';
import { loadSetupInfo } from './setup-info.ts';

/** What a signed-in account needs around its pages: component library, query cache, layout. */
export function Shell() {
  const scheme = useColorScheme((state) => state.shown);
  // A new cache for each session, so that nobody sees what another account has loaded.
  const [queries] = useState(makeQueryClient);
  const userId = useSession((state) => state.login?.user_id);

  useEffect(() => {
    void loadSetupInfo();
    if (!userId || useSession.getState().self) return;
    // After a reload the server says again who this is (decisions C03).
    loadSelf().then(
      (self) => (isLanguage(self.language) ? setLanguage(self.language) : undefined),
      () => {},
    );
  }, [userId]);

  if (!userId) return null;
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <QueryClientProvider client={queries}>
        <Layout>
          <Suspense fallback={<SkeletonPage />}>
            <Outlet />
          </Suspense>
        </Layout>
      </QueryClientProvider>
    </MantineProvider>
  );
}
