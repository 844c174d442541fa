// The token stands behind '#', which browsers send to no server. It goes into the form, and out of the address.
const form = document.getElementById('link');
const field = form.elements.namedItem('token');
const broken = document.getElementById('broken');

function takeToken() {
  const token = location.hash.slice(1);
  if (token !== '') {
    field.value = token;
    history.replaceState(null, '', location.pathname);
  }
  form.hidden = field.value === '';
  broken.hidden = !form.hidden;
}

takeToken();
// The whole link was pasted where a part of it was open.
window.addEventListener('hashchange', takeToken);
