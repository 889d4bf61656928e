/** A colour of the style sheet as #rrggbb: the map engine and the drawing tools cannot read CSS variables. */
export function hexColour(element: Element, name: string): `#${string}` {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return '#888888';
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  context.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
