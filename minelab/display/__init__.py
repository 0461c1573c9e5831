"""Display: pictures and widgets for boards, games and experiments."""
