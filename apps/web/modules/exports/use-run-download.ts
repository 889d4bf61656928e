import { type ExportRun, exportRunFile } from '@voltloop/contract/calls/exports.ts';
import { useStreamDownload } from '../../ui/download/use-stream-download.ts';

/** Larger files are streamed to disk. */
const LARGE_BYTES = 50_000_000;

export function useRunDownload() {
  const download = useStreamDownload();
  return {
    busy: download.bytes !== null,
    start: ({ id, file }: ExportRun) =>
      download.start(
        exportRunFile,
        { params: { id } },
        { fallbackName: file?.name ?? 'export', large: (file?.size_bytes ?? 0) > LARGE_BYTES },
      ),
  };
}
