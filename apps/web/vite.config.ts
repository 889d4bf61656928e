import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import * as contract from '@voltloop/contract';
import { resources } from '@voltloop/resources';
import { defineConfig } from 'vite';
import { contractForConsole } from './contract-plugin.ts';
import { serviceWorker } from './service-worker/plugin.ts';
import { zodWithoutJsonSchema } from './zod-plugin.ts';

const firstPart = (path: string) => path.split('/')[1] ?? '';
const hasPath = (each: unknown): each is { path: string; aliases?: readonly string[] } =>
  typeof each === 'object' && each !== null && 'path' in each && typeof each.path === 'string';

const sharedCallsAndTimes =
  /packages[\\/](contract[\\/](?!calls[\\/](things|telemetry|energy-hours|forecast|events|commands|users|accounts|sites))|domain[\\/](?!options)|resources[\\/]days\.ts)/;

/** The server behind `npm run dev`; in production both have one origin. */
const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
/** First path segments of the server's URLs; the console's paths may begin with the same letters, but not the segment. */
const served = new Set([
  'openapi.json',
  'docs',
  'map-data',
  ...Object.values(contract).flatMap((each) =>
    hasPath(each) ? [each.path, ...(each.aliases ?? [])].map(firstPart) : [],
  ),
  ...resources.map(({ path }) => firstPart(path)),
]);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractForConsole(), zodWithoutJsonSchema(), serviceWorker()],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'zod-config.ts') }] },
  server: {
    port: 5173,
    proxy: Object.fromEntries([...served].map((part) => [`^/${part}(/|\\?|$)`, { target: server }])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // A data: URL would need a looser content security policy than 'self'.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first page has the names of all others: a hash cannot be compressed, so it is no longer than it must be.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // Changes rarely, so that it stays in the browser's cache across releases.
            { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
            // Everything else that every page needs, in one request.
            { name: 'base', tags: ['$initial'] },
            // Libraries that several pages share; each loads with the first page that uses it.
            {
              name: 'table',
              test: /node_modules[\\/]@tanstack[\\/](table|react-table|virtual|react-virtual)/,
            },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|web[\\/]zod-config\.ts$/ },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/]/ },
            { name: 'hookform', test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/ },
            // Loaded when labels are drawn and pictures are read; the budget finds them by these names.
            { name: 'bwip', test: /node_modules[\\/]bwip-js[\\/]/ },
            { name: 'zxing', test: /node_modules[\\/]zxing-wasm[\\/]/ },
            // Loaded with the first chart of statistics.
            { name: 'echarts', test: /node_modules[\\/](echarts|zrender)[\\/]/ },
            // Loaded when a first map becomes visible, and when a user draws on one.
            { name: 'maplibre', test: /node_modules[\\/](maplibre-gl|@maplibre|@mapbox)[\\/]/ },
            { name: 'terra-draw', test: /node_modules[\\/]terra-draw/ },
            { name: 'map-file', test: /node_modules[\\/](pmtiles|fflate|@protomaps)[\\/]/ },
            { name: 'uplot', test: /node_modules[\\/]uplot[\\/]/ },
            // Many small files would queue (a browser sends six requests at a time), so they are grouped. A group
            // includes all its dependencies, so none needs a later one.
            { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2 },
            {
              name: 'mantine',
              test: /node_modules[\\/]@mantine[\\/]core[\\/](esm[\\/]core|esm[\\/]components[\\/](Button|Loader)|styles)[\\/]/,
            },
            {
              name: 'mantine-float',
              test: /node_modules[\\/](@floating-ui[\\/]|@mantine[\\/]hooks[\\/]|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Popover|Menu|ScrollArea|CloseButton|Input|InputBase|SimpleGrid)[\\/])/,
            },
            // Apart from the inputs, as lists need it too.
            { name: 'mantine-dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/ },
            // Its tour loads with the popover that points at first steps, for the few who see one.
            {
              name: 'mantine-forms',
              test: /node_modules[\\/]@mantine[\\/](?!core[\\/]esm[\\/]components[\\/]Tour[\\/])/,
            },
            // With the time zone rules, so that a list is requested before the code that draws it has loaded.
            { name: 'calls', test: sharedCallsAndTimes, minShareCount: 12 },
            // Used only by pages of storage systems and accounts, not by the back office.
            { name: 'fleet-calls', test: /packages[\\/]contract[\\/]/, minShareCount: 12 },
            // Option lists, which the shell does not need.
            { name: 'options', test: /packages[\\/]domain[\\/]options[\\/]/, minShareCount: 3 },
            { name: 'shell', test: /apps[\\/]web[\\/]shell[\\/]shell\.tsx$/ },
            // Needed to fetch the rows of a list in parallel with its code, and what pages without a list share with lists.
            {
              name: 'look',
              test: /web[\\/]ui[\\/](list[\\/](view-store|address|two-lines|use-state-of-filter)|text[\\/](full-text|format)|time[\\/]use-now|table[\\/]page-numbers)/,
            },
            // What a declared list shows, for pages that show more than its rows.
            { name: 'list-place', test: /web[\\/]ui[\\/]list[\\/](list-view|use-list-place)/ },
            { name: 'grid', test: /web[\\/]ui[\\/]table[\\/](?!page)/ },
            // Apart from forms: lists have dialogs, but no form until one is opened.
            { name: 'dialog', test: /web[\\/]ui[\\/]dialog[\\/](dialog|confirm-dialog)\.tsx/ },
            {
              name: 'form',
              test: /web[\\/]ui[\\/]form[\\/](?!field\.|field-text|field-words|place-fields|search-select|announce|secret)/,
            },
            {
              name: 'list',
              test: /web[\\/]ui[\\/]list[\\/](?!view-dialogs|name-form|run-many|no-match|filter-panel|declared-list|filter-inputs|list-c|list-view|use-list-|use-lazy-rows)/,
            },
            // The small components.
            {
              name: 'kit',
              test: /web[\\/]ui[\\/](index|text|time[\\/](?!range-picker)|page[\\/](?!page-tabs)|states[\\/](?!query)|dialog[\\/](?!side)|focus|theme|table|card|status-badge|use-width)/,
              minShareCount: 3,
            },
            // Without what only some pages need: charts, and inputs and facts with their option lists.
            {
              name: 'parts',
              test: /web[\\/](ui(?![\\/](?:chart|tile|qr-code|widgets|facts|time[\\/]range-picker|list[\\/](?:declared-list|filter-inputs|filter-panel|list-c|list-view|use-list-|use-lazy-rows)))|context)[\\/]/,
              minShareCount: 5,
            },
            // The base of every page of a resource.
            {
              name: 'rows',
              test: /modules[\\/]resources[\\/](loaded|fields|in-sentence|use-act|use-rights|link-button|queries|call-resource|list[\\/]list-url)/,
              minShareCount: 2,
            },
            { name: 'regions', test: /ui[\\/]widgets[\\/](area-names|address-rules)/ },
            // Renders the fields of a row.
            {
              name: 'values',
              test: /modules[\\/]resources[\\/](value|region-name)/,
              minShareCount: 2,
            },
            // The buttons of rows that link to other pages.
            {
              name: 'row-links',
              test: /modules[\\/](traceability[\\/]paths|codes[\\/]label-action|resources[\\/](new-link|trace-action)|backoffice[\\/]batteries[\\/]document-actions)/,
              minShareCount: 2,
            },
            // Uploads files and checks their kinds.
            {
              name: 'upload',
              test: /apps[\\/]web[\\/](api[\\/]upload|ui[\\/]widgets[\\/]upload-rules)\.ts$/,
            },
            {
              name: 'things',
              test: /apps[\\/]web[\\/]modules[\\/](things|telemetry)[\\/]/,
              minShareCount: 4,
            },
            // Names of point groups: for charts too, which need no settings.
            { name: 'point-groups', test: /packages[\\/]protocol[\\/]he-bat[\\/]groups\.ts/ },
            // The settings form: for Parameter Setting and the commands of a thing.
            {
              name: 'settings',
              test: /apps[\\/]web[\\/]modules[\\/]settings[\\/]/,
              minShareCount: 2,
            },
            // Declared lists, apart from those of resources, which have their filters in a form that loads on use. Last, so
            // that it has only what is its own.
            {
              name: 'declared',
              test: /web[\\/]ui[\\/]list[\\/](declared-list|filter-inputs|list-c|use-list-)/,
            },
          ],
        },
      },
    },
  },
});
