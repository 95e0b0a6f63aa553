/** The least that a tap takes: a button that shows that it was pressed, and nothing else on the page. */
for (let row = 1; row <= 12; row++) {
  const button = document.createElement('button');
  button.textContent = `Row ${row}`;
  button.onclick = () => button.setAttribute('aria-pressed', String(button.ariaPressed !== 'true'));
  document.body.append(button);
}
