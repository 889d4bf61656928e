// Sets the colour scheme and the theme colour before the first paint, so that a dark page never flashes white. A file of
// its own, because the content security policy allows no inline script.
(() => {
  let scheme = 'auto';
  let theme = '';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
    theme = localStorage.getItem('voltloop.theme') || '';
  } catch {}
  const dark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (theme) {
    const style = document.createElement('style');
    style.id = 'theme-colors';
    style.textContent = theme;
    document.head.append(style);
  }
})();
