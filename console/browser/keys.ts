/** People whose software types single letters turn the keys of a page off; the choice holds for all pages. */
const OFF = 'review.keys-off';

const areKeysOn = document.querySelector<HTMLInputElement>('[data-keys-on]');
if (areKeysOn !== null) {
  areKeysOn.checked = localStorage.getItem(OFF) === null;
  areKeysOn.disabled = false;
  areKeysOn.addEventListener('change', () => {
    if (areKeysOn.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, '');
  });
}

export {};
