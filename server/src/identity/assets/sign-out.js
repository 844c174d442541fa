// The app itself asked to sign out: no need to ask again. Without JavaScript the button is pressed by hand.
document.getElementById('sign-out')?.click();
