import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { readFile } from '@voltloop/contract/calls/files.ts';
import { useEffect, useState } from 'react';
import { callRaw } from '../../api/call.ts';

/** The content of an uploaded file. Reading it needs the session, so a plain `img` cannot load it. */
const fileBlob = (address: string) =>
  queryOptions({
    queryKey: ['file', address],
    queryFn: async ({ signal }) => {
      const id = address.split('/').at(-1) ?? '';
      return (await callRaw(readFile, { params: { id }, accept: '*/*', signal })).blob();
    },
    // The file at a URL never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Object URL of an uploaded file, valid while the component is mounted. */
export function useFileUrl(address: string): { url: string | undefined; failed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery(fileBlob(address));
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url: data && url, failed: isError, retry: () => void refetch() };
}

/** The same for several files, once all have loaded; failed ones are left out. */
export function useFileUrls(addresses: readonly string[]): { address: string; url: string }[] | undefined {
  const results = useQueries({ queries: addresses.map(fileBlob) });
  const [urls, setUrls] = useState<{ address: string; url: string }[]>();
  const settled = results.every((result) => !result.isPending);
  const what = addresses.join(' ');
  useEffect(() => {
    if (!settled) return;
    const made = addresses.flatMap((address, i) => {
      const blob = results[i]?.data;
      return blob ? [{ address, url: URL.createObjectURL(blob) }] : [];
    });
    setUrls(made);
    return () => {
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [what, settled]);
  return settled ? urls : undefined;
}
