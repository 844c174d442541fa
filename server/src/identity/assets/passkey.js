// Passkeys of the sign-in pages. Each form has what the browser needs, and a field for its answer.
const { startAuthentication, startRegistration, browserSupportsWebAuthn } = window.SimpleWebAuthnBrowser;

for (const form of document.querySelectorAll('form.passkey')) {
  const button = form.querySelector('button');
  const problem = form.querySelector('.error');
  form.hidden = !browserSupportsWebAuthn();
  button.addEventListener('click', async () => {
    button.disabled = true;
    problem.hidden = true;
    const start = form.dataset.kind === 'registration' ? startRegistration : startAuthentication;
    try {
      const answer = await start({ optionsJSON: JSON.parse(form.dataset.options) });
      form.elements.namedItem('passkey').value = JSON.stringify(answer);
      form.submit();
    } catch {
      problem.hidden = false;
      button.disabled = false;
    }
  });
}
