import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { readFile } from '@voltloop/contract/calls/files.ts';
import { useEffect, useState } from 'react';
import { callRaw } from '../../api/call.ts';

/** The bytes behind the address of an upload. Reading it needs the session, so a plain `img` cannot load it. */
const fileBlob = (address: string) =>
  queryOptions({
    queryKey: ['file', address],
    queryFn: async ({ signal }) => {
      const id = address.split('/').at(-1) ?? '';
      return (await callRaw(readFile, { params: { id }, accept: '*/*', signal })).blob();
    },
    // The file behind an address never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Address inside this page for an uploaded file, as long as the component lives. */
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

/** The same for several at once, when all have come; those that failed are left out. */
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
